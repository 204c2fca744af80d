filedesc://t.arc 127.0.0.1 20140216050221 text/plain 66
1 0 Test
URL IP-address Archive-date Content-type Archive-length

http://a.example/1 192.0.2.1 20140216050221 text/html 298
HTTP/1.1 200 OK
Content-Type: text/html

<!doctype html><html><head><meta charset="utf-8"><title>Ferry times</title></head><body><h1>Ferry times</h1><p>The Ferry leaves at seven from the old pier, and the last one returns at nine in the evening, when the lamps are lit.</p></body></html>

http://a.example/r?u=http://b.example/ 192.0.2.1 20140216050221 text/html 288
HTTP/1.1 200 OK
Content-Type: text/html

<!doctype html><html><head><meta charset="utf-8"><title>Tram times</title></head><body><h1>Tram times</h1><p>The Tram leaves at seven from the old pier, and the last one returns at nine in the evening, when the lamps are lit.</p></body></html>

http://a.example/3 192.0.2.1 20140216050221 text/html 285
HTTP/1.1 200 OK
Content-Type: text/html

<!doctype html><html><head><meta charset="utf-8"><title>Bus times</title></head><body><h1>Bus times</h1><p>The Bus leaves at seven from the old pier, and the last one returns at nine in the evening, when the lamps are lit.</p></body></html>

