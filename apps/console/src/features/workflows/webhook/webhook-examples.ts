import type { Config } from '../graph/definition';

/** How a sender signs its deliveries, if the trigger describes it. */
interface DescribedSignature {
  header: string;
  algorithm: string;
  encoding: string;
  prefix?: string;
  timestamp?: { header: string; template?: string };
}

const TEMPLATE = '{timestamp}.{body}';

export interface Examples {
  curl: string;
  typescript: string;
}

/** The service that signs its deliveries by its own scheme; undefined if the sender is somebody else. */
export function serviceOf({ signature }: Config): string | undefined {
  const { preset } = (signature ?? {}) as { preset?: unknown };
  return typeof preset === 'string' ? preset : undefined;
}

/** Programs that deliver to a webhook. They read the secret from the environment. */
export function examplesOf(address: string, { signature }: Config): Examples {
  if (!signature) return { curl: curlWithSecret(address), typescript: standardWebhooks(address) };
  const described = signature as DescribedSignature;
  return { curl: signedCurl(address, described), typescript: signedFetch(address, described) };
}

const curlWithSecret = (address: string) => `curl '${address}' \\
  -H "X-Webhook-Secret: $WEBHOOK_SECRET" \\
  -H 'Content-Type: application/json' \\
  -d '{"floor": 2}'`;

const standardWebhooks = (address: string) => `import { createHmac, randomUUID } from 'node:crypto';

const secret = process.env.WEBHOOK_SECRET ?? '';
const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
const id = randomUUID();
const timestamp = String(Math.floor(Date.now() / 1000));
const body = JSON.stringify({ floor: 2 });
const signature = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest('base64');

const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': \`v1,\${signature}\`,
  },
  body,
});
console.log(response.status, await response.json());`;

function signedFetch(
  address: string,
  { header, algorithm, encoding, prefix = '', timestamp }: DescribedSignature,
) {
  const signed = timestamp
    ? `\`${filled(timestamp.template, { timestamp: '${timestamp}', body: '${body}' })}\``
    : 'body';
  return `import { createHmac } from 'node:crypto';

const secret = process.env.WEBHOOK_SECRET ?? '';
const body = JSON.stringify({ floor: 2 });
${timestamp ? 'const timestamp = String(Math.floor(Date.now() / 1000));\n' : ''}const signature = createHmac('${algorithm}', secret).update(${signed}).digest('${encoding}');

const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    '${header}': \`${prefix}\${signature}\`,${timestamp ? `\n    '${timestamp.header}': timestamp,` : ''}
  },
  body,
});
console.log(response.status, await response.json());`;
}

function signedCurl(
  address: string,
  { header, algorithm, encoding, prefix = '', timestamp }: DescribedSignature,
) {
  const signed = timestamp ? filled(timestamp.template, { timestamp: '$TIMESTAMP', body: '$BODY' }) : '$BODY';
  const output = encoding === 'hex' ? "-hex | sed 's/^.* //'" : '-binary | base64 -w 0';
  return `BODY='{"floor": 2}'
${timestamp ? 'TIMESTAMP=$(date +%s)\n' : ''}SIGNATURE=$(printf %s "${signed}" | openssl dgst -${algorithm} -hmac "$WEBHOOK_SECRET" ${output})
curl '${address}' \\
  -H "${header}: ${prefix}$SIGNATURE" \\${timestamp ? `\n  -H "${timestamp.header}: $TIMESTAMP" \\` : ''}
  -H 'Content-Type: application/json' \\
  -d "$BODY"`;
}

function filled(template = TEMPLATE, values: { timestamp: string; body: string }): string {
  return template.replace('{timestamp}', () => values.timestamp).replace('{body}', () => values.body);
}
