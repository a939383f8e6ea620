/** The pages for foods, dishes and standards. They have much in common, so they are loaded as one file. */
export { DishEditPage } from './dish/dish-edit-page.tsx';
export { DishPage } from './dish/dish-page.tsx';
export { IngredientPage } from './ingredient/ingredient-page.tsx';
export { StandardPage } from './standard/standard-page.tsx';
