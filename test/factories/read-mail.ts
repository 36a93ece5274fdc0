export interface ReadMail {
  /** Headers by lower-case name. If a header is repeated, the last one counts. */
  headers: Map<string, string>;
  text: string;
  html: string;
  attachments: { name: string; content: Buffer }[];
}

/** Parses a mail into its headers, text and HTML. */
export function readMail(raw: Buffer | string): ReadMail {
  const { headers, body } = split(String(raw));
  const parts = partsOf(headers, body);
  const part = (type: string) => parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
  return {
    headers,
    text: decoded(part('text/plain')),
    html: decoded(part('text/html')),
    attachments: attachmentsOf(parts),
  };
}

/**
 * Takes the name of an attachment from the Content-Type header, because nodemailer repeats it there as an encoded word.
 */
function attachmentsOf(parts: readonly Part[]): ReadMail['attachments'] {
  return parts
    .filter(({ headers }) => headers.get('content-disposition')?.startsWith('attachment'))
    .map(({ headers, body }) => ({
      name: /name="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1] ?? '',
      content: Buffer.from(body, 'base64'),
    }));
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
}

function partsOf(headers: Map<string, string>, body: string): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [{ headers, body }];
  const pieces = body.split(new RegExp(`(?:^|\r\n)--${boundary}(?:--)?\r\n`)).slice(1, -1);
  return pieces.map(split).flatMap((part) => partsOf(part.headers, part.body));
}

function decoded(part: Part | undefined): string {
  if (!part) return '';
  const { headers, body } = part;
  switch (headers.get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    case 'quoted-printable':
      return fromQuotedPrintable(body.replace(/=\r\n/g, ''));
    default:
      return body;
  }
}

/** Decodes encoded words (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replace(/_/g, ' ')
            .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
