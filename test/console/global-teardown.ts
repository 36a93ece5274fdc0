import { removeProducts } from './template-product';

export default removeProducts;
