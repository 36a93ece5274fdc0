import { memo } from 'react';
import { mdiAlert, mdiAlertCircle } from '@mdi/js';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { Icon } from '../../../ui/icon';
import { useWorkflowTexts } from '../workflows.texts';
import type { CardNode, NodeNote } from './flow-elements';
import classes from './node-card.module.css';
import { lookOf, useNodeTypeName } from './node-types';

/** A node of the graph, with its state and its problems. */
export const NodeCard = memo(function NodeCard({
  data: { type, title, settings, branches, note },
}: NodeProps<CardNode>) {
  const typeName = useNodeTypeName()(type);
  const [category, icon] = lookOf(type);
  return (
    <div className={classes.card} data-category={category} data-state={note?.state}>
      {type !== 'start' && <Handle type="target" position={Position.Left} />}
      <div className={classes.head}>
        <span className={classes.icon}>
          <Icon path={icon} size={18} />
        </span>
        <span className={classes.texts}>
          <span className={classes.name}>{title}</span>
          <span className={classes.type}>{typeName}</span>
          {settings && (
            <span className={classes.settings} title={settings}>
              {settings}
            </span>
          )}
        </span>
        <Marks note={note} />
      </div>
      {branches.map((label) => (
        <div key={label} className={classes.branch}>
          {label}
          <Handle type="source" id={label} position={Position.Right} />
        </div>
      ))}
      {branches.length === 0 && type !== 'end' && <Handle type="source" position={Position.Right} />}
    </div>
  );
});

function Marks({ note }: { note: NodeNote | undefined }) {
  const t = useWorkflowTexts();
  if (!note) return null;
  const { state, runs = 0, attempts = 0, problems = [], warnings = [] } = note;
  return (
    <span className={classes.marks}>
      {state && <span className={classes.state}>{t(`node.${state}`)}</span>}
      {runs > 1 && <span>{t('runs', { count: runs })}</span>}
      {runs === 1 && attempts > 1 && <span>{t('attempts', { count: attempts })}</span>}
      {problems.length > 0 && (
        <span className={classes.problem} title={problems.join('\n')}>
          <Icon path={mdiAlertCircle} size={18} />
          <span className={classes.hidden}>{t('problem')}</span>
        </span>
      )}
      {problems.length === 0 && warnings.length > 0 && (
        <span className={classes.warning} title={warnings.join('\n')}>
          <Icon path={mdiAlert} size={18} />
          <span className={classes.hidden}>{t('warning')}</span>
        </span>
      )}
    </span>
  );
}
