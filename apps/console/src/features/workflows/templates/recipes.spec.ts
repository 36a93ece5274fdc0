import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecipes } from './recipes';
import { descriptionInChinese, titleInChinese } from './recipes.texts';

const PAGE = readFileSync(join(__dirname, '../../../../../../docs/recipes.md'), 'utf8');

describe('the templates of the console', () => {
  const recipes = readRecipes(PAGE);

  it('are exactly the workflows of docs/recipes.md', () => {
    const numbers = [...PAGE.matchAll(/^## (\d+) /gm)].map(([, number]) => number);
    expect(numbers.length).toBeGreaterThan(0);
    expect([...new Set(recipes.map(({ id }) => id.split('.')[0]))]).toEqual(numbers);
    expect(recipes).toHaveLength(PAGE.split('```json recipe').length - 1);
    for (const { title, text, purpose, workflow } of recipes) {
      expect([title, text, purpose, workflow.name]).not.toContain('');
      expect(text).not.toMatch(/[`\n]|\]\(/);
      expect(workflow.nodes[0]?.type).toBe('start');
    }
  });

  it('have a Chinese title, purpose and description', () => {
    for (const recipe of recipes) {
      const chinese = [
        titleInChinese(recipe.title),
        titleInChinese(recipe.purpose),
        descriptionInChinese(recipe),
      ];
      expect([recipe.title, chinese]).toEqual([
        recipe.title,
        chinese.map(() => expect.stringMatching(/\p{Script=Han}/u)),
      ]);
    }
  });

  it('contain the trigger data of their dry run', () => {
    expect(recipes.find(({ id }) => id === '3')?.input).toEqual({ code: 'F1.EAST.ZONE.TEMP', value: 27 });
    expect(recipes.find(({ id }) => id === '1')?.input).toBeUndefined();
  });
});
