import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../servers/programs';

export const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The installed browser; undefined if there is none. */
export const browserPath = BROWSERS.map(findProgram).find((path) => path !== null);

export interface BrowserOptions {
  /** Draws 3D models without a graphics card. Everything else is then drawn several times slower. */
  draws3d?: boolean;
}

/** Starts a browser without a window. */
export function openBrowser({ draws3d = false }: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--font-render-hinting=none',
      ...(draws3d ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : []),
    ],
  });
}
