import { useState } from 'react';
import { Button, SimpleGrid, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { mdiMagnify, mdiPlus } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { EmptyState } from '../../../ui/states';
import { useTriggerName } from '../use-trigger-name';
import page from '../../../../../../docs/recipes.md?raw';
import { type Recipe, readRecipes } from './recipes';
import { useRecipeText, useTemplateTexts } from './recipes.texts';
import classes from './template-list.module.css';

export const RECIPES = readRecipes(page);

interface TemplateListProps {
  /** Undefined for an empty workflow. */
  onChoose: (recipe: Recipe | undefined) => void;
}

/** The recipes of the documentation, to start a workflow from. */
export function TemplateList({ onChoose }: TemplateListProps) {
  const t = useTemplateTexts();
  const text = useRecipeText();
  const triggerName = useTriggerName();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = RECIPES.filter((recipe) =>
    [recipe.title, text.title(recipe.title), recipe.text, text.description(recipe)].some((part) =>
      part.toLocaleLowerCase().includes(wanted),
    ),
  );
  const purposes = [...new Set(found.map(({ purpose }) => purpose))];
  return (
    <Stack gap="md">
      <PageHeader
        title={t('title')}
        description={t('hint')}
        actions={
          <Button leftSection={<Icon path={mdiPlus} />} onClick={() => onChoose(undefined)}>
            {t('empty')}
          </Button>
        }
      />
      <TextInput
        maw={360}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<Icon path={mdiMagnify} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {found.length === 0 && <EmptyState title={t('none')} />}
      {purposes.map((purpose) => (
        <section key={purpose} aria-label={text.title(purpose)}>
          <Title order={2} size="h5" mb="xs">
            {text.title(purpose)}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="sm">
            {found
              .filter((recipe) => recipe.purpose === purpose)
              .map((recipe) => (
                <UnstyledButton key={recipe.id} className={classes.card} onClick={() => onChoose(recipe)}>
                  <Text fw={600} size="sm">
                    {text.title(recipe.title)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {triggerName(recipe.workflow.trigger?.type ?? 'manual')} ·{' '}
                    {t('steps', { count: recipe.workflow.nodes.length })}
                  </Text>
                  <Text size="sm" lineClamp={4} mt={4}>
                    {text.description(recipe)}
                  </Text>
                </UnstyledButton>
              ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  );
}
