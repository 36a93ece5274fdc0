import type { WrittenWorkflow } from '../editor/draft';

export interface Recipe {
  /** Heading without its number: `Ventilate by CO2`. */
  title: string;
  /** Number, and the position if the recipe has several workflows: `17`, `17.2`. */
  id: string;
  /** The group of recipes with the same purpose. */
  purpose: string;
  text: string;
  workflow: WrittenWorkflow;
  /** Trigger data for a dry run. */
  input?: object;
}

/** Reads the page `docs/recipes.md`, whose examples the tests run. */
export function readRecipes(page: string): Recipe[] {
  const purposes = purposesIn(page);
  return page
    .split(/^## (?=\d)/m)
    .slice(1)
    .flatMap((section) => {
      const [, number = '', title = ''] = /^(\d+) (.*)$/m.exec(section) ?? [];
      const workflows = blocksIn(section, 'json recipe') as WrittenWorkflow[];
      const [dryRun] = blocksIn(section, 'json dry-run') as { input?: object }[];
      return workflows.map((workflow, index) => ({
        id: index === 0 ? number : `${number}.${index + 1}`,
        title: workflows.length === 1 ? title : workflow.name,
        purpose: purposes.get(number) ?? '',
        text: plainTextOf(section),
        workflow,
        // Only the first workflow of a recipe has trigger data for a dry run.
        input: index === 0 ? dryRun?.input : undefined,
      }));
    });
}

/** The purpose of each recipe, from the table at the top. */
function purposesIn(page: string): Map<string, string> {
  const purposes = new Map<string, string>();
  for (const [, purpose = '', recipes = ''] of page.matchAll(/^\| (.+?) +\| (\[\d.*?) *\|$/gm)) {
    for (const [, number = ''] of recipes.matchAll(/\[(\d+)\]/g)) purposes.set(number, purpose);
  }
  return purposes;
}

function blocksIn(section: string, info: string): unknown[] {
  const fence = new RegExp(`^\`\`\`${info}\\n([^]*?)^\`\`\``, 'gm');
  return [...section.matchAll(fence)].map(([, text = '']) => JSON.parse(text) as unknown);
}

/** The first paragraph, without Markdown. */
function plainTextOf(section: string): string {
  const [, paragraph = ''] = section.split(/\n\n+/);
  return paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '');
}
