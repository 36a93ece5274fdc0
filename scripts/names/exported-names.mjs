import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const EXPORTED = /^export (?:type )?\{([^}]*)\} from '[^']+';/gm;
const WHOLE_FOLDER = /^export \* from '([^']+)';/gm;

/** Returns the names that an index exports from other files. `export *` must name a folder with an index. */
export function exportsOf(index) {
  const source = readFileSync(index, 'utf8');
  const own = [...source.matchAll(EXPORTED)].flatMap(([, list]) => namesIn(list, 1));
  const ofFolders = [...source.matchAll(WHOLE_FOLDER)].flatMap(([, folder]) =>
    exportsOf(join(dirname(index), folder, 'index.ts')),
  );
  return [...own, ...ofFolders];
}

/** Returns the names that a file imports from a library. */
export function importsOf(file, library) {
  const imported = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '${library}';`, 'gm');
  return [...readFileSync(file, 'utf8').matchAll(imported)].flatMap(([, list]) => namesIn(list, 0));
}

/** @param side 0 for the name before `as`, 1 for the name after it */
function namesIn(list, side) {
  return list
    .split(',')
    .map((entry) =>
      entry
        .trim()
        .replace(/^type /, '')
        .split(' as '),
    )
    .map((sides) => sides[side] ?? sides[0])
    .filter((name) => name !== '');
}
