/**
 * An MQTT broker in a process of its own, on the port that is the first argument. It accepts one account, and refuses
 * topics below `forbidden/`. With the files of a certificate and its key as arguments, it needs TLS.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';

const [port, account, secret, cert, key] = process.argv.slice(2);
const broker = await Aedes.createBroker({
  authenticate: (_client, username, password, done) =>
    done(null, username === account && String(password) === secret),
  authorizeSubscribe: (_client, subscription, done) =>
    done(null, subscription.topic.startsWith('forbidden/') ? null : subscription),
});
const server = cert
  ? createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, broker.handle)
  : createServer(broker.handle);
server.listen(Number(port), '127.0.0.1');
