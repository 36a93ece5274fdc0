import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** Smaller files gain nothing from compression. */
const COMPRESSED_FROM_BYTES = 1024;

/** Writes a brotli and a gzip file beside each file, so that the api compresses nothing. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const path = join(dir, name);
        const content = readFileSync(path);
        if (content.length < COMPRESSED_FROM_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  // The api replaces this text by a new nonce in each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [react(), compressFiles()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no `data:` scripts, fonts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // echarts, which only pages with charts load.
    chunkSizeWarningLimit: 800,
    manifest: true,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
