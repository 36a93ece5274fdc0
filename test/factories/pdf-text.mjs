// Reads a PDF from standard input and writes the text of its pages as JSON. It runs in a separate process, because the
// library uses a dynamic import, which Jest does not support.
import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';

const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const { text } = await extractText(pdf, { mergePages: false });
process.stdout.write(JSON.stringify(text));
