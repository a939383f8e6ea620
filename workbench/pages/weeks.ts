/** The pages for what is done with planned weeks. They are small, so they are loaded as one file. */
export { EvaluationPage } from './evaluation/evaluation-page.tsx';
export { MenusPage } from './menus/menus-page.tsx';
export { PurchasePage } from './purchase/purchase-page.tsx';
export { ReviewPage } from './review/review-page.tsx';
export { ScreenPage } from './screen/screen-page.tsx';
