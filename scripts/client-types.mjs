// Writes the types of clients/typescript from docs/openapi.json. With --check, writes nothing, and fails if they are out
// of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { COMMENT_HEADER, astToString } from 'openapi-typescript';
import ts from 'typescript';
import { separateInputs } from './workspace/separate-inputs.mjs';
import { Failure, runScript } from './workspace/failure.mjs';
import { root } from './workspace/root.mjs';

const file = join(root, 'clients', 'typescript', 'src', 'schema.ts');

/** The type of files in forms. The generator describes them as text, but programs send a `Blob` or a `File`. */
const BLOB = ts.factory.createTypeReferenceNode('Blob');

await runScript(async () => {
  const reference = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  const types = await openapiTypes(separateInputs(reference), {
    transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
  });
  const text = COMMENT_HEADER + astToString(types);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    throw new Failure('clients/typescript/src/schema.ts is out of date. Run npm run client:types.');
  }
});
