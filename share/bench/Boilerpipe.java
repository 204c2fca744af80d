import de.l3s.boilerpipe.extractors.ArticleExtractor;
import de.l3s.boilerpipe.extractors.DefaultExtractor;
import de.l3s.boilerpipe.extractors.ExtractorBase;
import java.nio.file.*;

/** Writes what an extractor, "article" or "default", takes of each page in one folder to a file in another. */
public class Boilerpipe {
    public static void main(String[] args) throws Exception {
        ExtractorBase extractor = args.length > 2 && args[2].equals("default")
            ? DefaultExtractor.INSTANCE : ArticleExtractor.INSTANCE;
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(Paths.get(args[0]))) {
            for (Path page : pages) {
                String text;
                try {
                    text = extractor.getText(Files.readString(page));
                } catch (Exception error) {
                    text = "";
                }
                Files.writeString(Paths.get(args[1]).resolve(page.getFileName()), text);
            }
        }
    }
}
