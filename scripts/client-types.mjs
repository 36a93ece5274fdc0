// Writes the types of clients/typescript from docs/openapi.json. With --check, writes nothing, and fails if they are out
// of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypes, { COMMENT_HEADER, astToString } from 'openapi-typescript';
import ts from 'typescript';
import { Failure, runScript } from './workspace/failure.mjs';
import { root } from './workspace/root.mjs';

const reference = pathToFileURL(join(root, 'docs', 'openapi.json'));
const file = join(root, 'clients', 'typescript', 'src', 'schema.ts');

/** The type of files in forms. The generator describes them as text, but programs send a `Blob` or a `File`. */
const BLOB = ts.factory.createTypeReferenceNode('Blob');

await runScript(async () => {
  const types = await openapiTypes(reference, {
    transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
  });
  const text = COMMENT_HEADER + astToString(types);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    throw new Failure('clients/typescript/src/schema.ts is out of date. Run npm run client:types.');
  }
});
