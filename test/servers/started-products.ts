import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, type Product, startProduct } from './product';

/**
 * Nothing listens at this address. A product with this environment has no demonstration building, whose history it would
 * fetch after the first start.
 */
export const UNREACHABLE_GATEWAY = {
  GATEWAY_URL: 'http://127.0.0.1:1',
  GATEWAY_USERNAME: 'service',
  GATEWAY_PASSWORD: 'service-password',
};

/** The products that a test has started, with a temporary folder for their data. */
export class StartedProducts {
  readonly folder = mkdtempSync(join(tmpdir(), 'plantroom-product-'));
  readonly dataDir = join(this.folder, 'data');
  private readonly all: Product[] = [];

  /** Does the same as `startProduct`, with the data folder `dataDir` unless the environment names another one. */
  start(environment: NodeJS.ProcessEnv = {}, command?: [string, ...string[]]): Product {
    const product = startProduct({ DATA_DIR: this.dataDir, ...environment }, command);
    this.all.push(product);
    return product;
  }

  /** Stops the products that still run, and removes the folder. */
  async end(): Promise<void> {
    for (const product of this.all) {
      if (isAlive(product.pid)) product.signal('SIGTERM');
      await product.ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
