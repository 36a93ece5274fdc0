import { browserPath } from './open-browser';
import { prepareProducts } from './template-product';

export default async function setUp({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  if (browserPath) await prepareProducts(maxWorkers);
}
