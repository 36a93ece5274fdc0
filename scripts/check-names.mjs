// Reports each file whose name does not match the class that it exports: `users.service.ts` must export `UsersService`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const KINDS =
  'controller|entity|factory|filter|guard|handler|interceptor|issuer|middleware|module|node|pipe|runner|schedule|seeder|server|service';
const NAMED = new RegExp(`\\.(${KINDS})\\.ts$`);
const EXPORTED = /^export (?:default )?(?:abstract )?(?:async )?(?:class|const|function) (\w+)/gm;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
});

let count = 0;
for (const file of files.split('\0').filter((path) => NAMED.test(path))) {
  // Compares only letters, so both `o-auth.guard.ts` and `oauth.guard.ts` may export OAuthGuard.
  const expected = basename(file, '.ts').replaceAll(/[.-]/g, '');
  const exported = [...readFileSync(file, 'utf8').matchAll(EXPORTED)].map(([, name]) => name);
  if (exported.some((name) => name.toLowerCase() === expected)) continue;
  count += 1;
  console.log(`${file} exports ${exported.join(', ') || 'nothing'}`);
}
if (count > 0) {
  console.error(
    `\n${count} files do not export the class that their name requires. Rename the file or the class.`,
  );
  process.exitCode = 1;
}
