import de.l3s.boilerpipe.extractors.ArticleExtractor;
import java.nio.file.*;

/** Writes what ArticleExtractor takes of each page in one folder to a file in another. */
public class Boilerpipe {
    public static void main(String[] args) throws Exception {
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(Paths.get(args[0]))) {
            for (Path page : pages) {
                String text = ArticleExtractor.INSTANCE.getText(Files.readString(page));
                Files.writeString(Paths.get(args[1]).resolve(page.getFileName()), text);
            }
        }
    }
}
