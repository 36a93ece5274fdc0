/** An MQTT broker in a process of its own, on the port that is the first argument. It accepts one account. */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

const [port, account, secret] = process.argv.slice(2);
const broker = await Aedes.createBroker({
  authenticate: (_client, username, password, done) =>
    done(null, username === account && String(password) === secret),
});
createServer(broker.handle).listen(Number(port), '127.0.0.1');
