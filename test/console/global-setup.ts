import { browserPath } from './open-browser';
import { prepareTemplate } from './template-product';

export default async function setUp(): Promise<void> {
  if (browserPath) await prepareTemplate();
}
