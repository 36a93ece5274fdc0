/**
 * An MQTT broker in a process of its own, on the port that is the first argument. It accepts one account, and refuses
 * topics below `forbidden/`.
 */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

const [port, account, secret] = process.argv.slice(2);
const broker = await Aedes.createBroker({
  authenticate: (_client, username, password, done) =>
    done(null, username === account && String(password) === secret),
  authorizeSubscribe: (_client, subscription, done) =>
    done(null, subscription.topic.startsWith('forbidden/') ? null : subscription),
});
createServer(broker.handle).listen(Number(port), '127.0.0.1');
