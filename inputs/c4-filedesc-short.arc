filedesc://t.arc 127.0.0.1 20140216050221 text/plain 64
1 0 Test
URL IP-address Archive-date Content-type Archive-length

http://a.example/x?t=From The Live Web 192.0.2.1 20140216050221 text/html 288
HTTP/1.1 200 OK
Content-Type: text/html

<!doctype html><html><head><meta charset="utf-8"><title>Tram times</title></head><body><h1>Tram times</h1><p>The Tram leaves at seven from the old pier, and the last one returns at nine in the evening, when the lamps are lit.</p></body></html>

