import { removeTemplate } from './template-product';

export default removeTemplate;
