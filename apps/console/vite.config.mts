import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** Smaller files gain nothing from compression. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * The highest quality, 11, takes twice as long and saves only one percent. Quality 9 leaves seven percent more bytes.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const MIN_CHUNK_BYTES = 20_000;

/** Writes a brotli and a gzip file beside each file, so that the api compresses nothing. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(names.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < COMPRESSED_FROM_BYTES) return;
  await Promise.all([
    toBrotli(content, BROTLI).then((compressed) => writeFile(`${path}.br`, compressed)),
    toGzip(content, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ]);
}

/**
 * Adds the styles of each component of Mantine to the file that has its code, so that a page loads only those it needs.
 * In development, all styles are loaded.
 */
function mantineStyles(): Plugin {
  const folder = '@mantine/core/styles';
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/@mantine/core/styles.css')) {
        const shared = ['default-css-variables', 'baseline', 'global'];
        return shared.map((name) => `@import '${folder}/${name}.css';`).join('\n');
      }
      if (!/@mantine\/core\/esm\/.*\.module\.css\.mjs$/.test(id)) return null;
      return `import '${folder}/${basename(id, '.module.css.mjs')}.css';\n${code}`;
    },
  };
}

/**
 * Gives the pages a copy of the icons of their own. The bundler does not divide a module, so otherwise the first file
 * would have the icons of all pages. The overview is part of the first file.
 */
function iconsOfPages(): Plugin {
  return {
    name: 'icons-of-pages',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      if (source !== '@mdi/js' || !/\/src\/features\/(?!overview\/)/.test(importer)) return null;
      const icons = await this.resolve(source, importer, { ...options, skipSelf: true });
      return icons && `${icons.id}?pages`;
    },
  };
}

export default defineConfig({
  // The API replaces this text by a new nonce in each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [react(), mantineStyles(), iconsOfPages(), compressFiles()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no `data:` scripts, fonts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Merges small files, so that a page makes few requests.
    rollupOptions: { output: { experimentalMinChunkSize: MIN_CHUNK_BYTES } },
    reportCompressedSize: false,
    // `test/console/overview.test.ts` limits the first load as browsers receive it.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    manifest: true,
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/health': 'http://127.0.0.1:3000' },
    // The api sends this header, too.
    headers: { 'Service-Worker-Allowed': '/' },
  },
});
