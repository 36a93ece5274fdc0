import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../servers/programs';

/** The first is the fastest, because it has no windows. */
export const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The installed browser; undefined if there is none. */
export const browserPath = BROWSERS.map(findProgram).find((path) => path !== null);

/** Starts a browser without a window. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--font-render-hinting=none',
      // Draws 3D models without a graphics card. With `--use-angle=swiftshader`, everything else would be emulated too.
      '--enable-unsafe-swiftshader',
    ],
  });
}
