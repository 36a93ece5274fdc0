// Reports turns of phrase that docs/style.md rules out, in comments, test titles and documents.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProse } from './prose/find-prose.mjs';
import { RULES } from './prose/rules.mjs';

const READ = /\.(tsx?|mjs|cjs|md)$/;
const EXCEPT = new Set(['docs/style.md', 'scripts/prose/rules.mjs']);

const given = process.argv.slice(2);
const listed = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...given],
  {
    encoding: 'utf8',
  },
);
// git still lists a file whose deletion is not committed yet.
const files = listed.split('\0').filter((path) => READ.test(path) && !EXCEPT.has(path) && existsSync(path));

let count = 0;
for (const file of files) {
  for (const { line, text } of findProse(file)) {
    for (const sentence of text.split(/(?<=[.:!?])\s+/)) {
      const broken = RULES.find(({ pattern }) => pattern.test(sentence));
      if (!broken) continue;
      count += 1;
      console.log(
        `${file}:${line}  ${broken.pattern.exec(sentence)[0].trim()} → ${broken.advice}\n    ${sentence}`,
      );
    }
  }
}
if (count > 0) {
  console.error(`\n${count} sentences to rewrite: see docs/style.md.`);
  process.exitCode = 1;
}
