import { memo, useState } from 'react';
import { Stack, Text, TextInput, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { mdiMagnify } from '@mdi/js';
import { hasRole, useAccount } from '../../../api/account';
import { Icon } from '../../../ui/icon';
import type { NodeType } from '../catalogue.queries';
import { lookOf, useNodeTypeName } from '../graph/node-types';
import { useEditorTexts } from './editor.texts';
import classes from './palette.module.css';
import { useTypeHelp } from './type-help';

/** The format name under which a drag carries the type of a node. */
export const DRAGGED_TYPE = 'application/x-plantroom-node';

const GROUPS = ['condition', 'control', 'action'] as const;

interface PaletteProps {
  types: readonly NodeType[];
  onAdd: (type: string) => void;
}

/** The types of nodes to add, by a click, by the keyboard or by dragging them into the graph. */
export const Palette = memo(function Palette({ types, onAdd }: PaletteProps) {
  const t = useEditorTexts();
  const nameOf = useNodeTypeName();
  const help = useTypeHelp();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  // A workflow has exactly one start, which a new workflow already has.
  const found = types.filter(
    ({ type, description }) =>
      type !== 'start' &&
      [type, nameOf(type), help(type, description)].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
  return (
    <Stack gap="sm" component="section" aria-label={t('palette')}>
      <TextInput
        aria-label={t('searchNodes')}
        placeholder={t('searchNodes')}
        leftSection={<Icon path={mdiMagnify} size={18} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={({ key }) => {
          const [first] = found;
          if (key === 'Enter' && first && wanted) onAdd(first.type);
        }}
      />
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noNodeFound')}
        </Text>
      )}
      {GROUPS.map((group) => {
        const ofGroup = found.filter(({ type }) => lookOf(type)[0] === group);
        if (ofGroup.length === 0) return null;
        return (
          <section key={group} aria-label={t(`category.${group}`)}>
            <Title order={2} className={classes.group}>
              {t(`category.${group}`)}
            </Title>
            {ofGroup.map((type) => (
              <PaletteItem key={type.type} type={type} onAdd={onAdd} />
            ))}
          </section>
        );
      })}
      <Text size="xs" c="dimmed">
        {t('dragHint')}
      </Text>
    </Stack>
  );
});

function PaletteItem({ type, onAdd }: { type: NodeType; onAdd: (type: string) => void }) {
  const t = useEditorTexts();
  const name = useNodeTypeName()(type.type);
  const help = useTypeHelp();
  const account = useAccount();
  const [category, icon] = lookOf(type.type);
  const isAllowed = hasRole(account, type.lowestRole);
  return (
    <Tooltip
      label={isAllowed ? help(type.type, type.description) : t('needsRole')}
      position="right"
      multiline
      maw={280}
    >
      <UnstyledButton
        className={classes.item}
        data-category={category}
        draggable={isAllowed}
        aria-disabled={!isAllowed}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(DRAGGED_TYPE, type.type);
          dataTransfer.effectAllowed = 'move';
        }}
        onClick={() => isAllowed && onAdd(type.type)}
      >
        <span className={classes.icon}>
          <Icon path={icon} size={18} />
        </span>
        {name}
      </UnstyledButton>
    </Tooltip>
  );
}
