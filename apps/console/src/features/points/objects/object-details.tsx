import { Button, Divider, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CodeText } from '../../../ui/code-text';
import { useHasRole } from '../../../api/account';
import { modelChoicesQuery } from '../../../api/models';
import { type BuildingObject, objectQuery, OBJECTS } from '../../../api/objects';
import { POINTS } from '../../../api/points';
import { DeleteButton } from '../../../ui/delete-button';
import { DetailsDrawer, DetailsHeading } from '../../../ui/details-drawer';
import { Fact, Facts } from '../../../ui/facts';
import { EditObject } from './object-form';
import { deleteObject } from './objects.queries';
import { useObjectTexts } from './objects.texts';

interface ObjectDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** One object. Engineers change and delete it. */
export function ObjectDetails({ id, onClose }: ObjectDetailsProps) {
  const t = useObjectTexts();
  const isEngineer = useHasRole('engineer');
  return (
    <DetailsDrawer
      id={id}
      parameter="object"
      title={t('object')}
      queryOf={objectQuery}
      closeOnClickOutside={!isEngineer}
      onClose={onClose}
    >
      {(object) => (
        <>
          <DetailsHeading title={object.name}>
            <CodeText c="dimmed">{object.code}</CodeText>
          </DetailsHeading>
          {isEngineer ? <EditObject key={object.id} object={object} /> : <ObjectFacts object={object} />}
          <Divider />
          <Group justify="space-between">
            {isEngineer && (
              <DeleteButton
                title={t('deleteTitle', { name: object.name })}
                remove={() => deleteObject(object.id)}
                changes={[OBJECTS, POINTS]}
                onDeleted={onClose}
              >
                {t('deleteEffect')}
              </DeleteButton>
            )}
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/points" search={{ object: object.id }} {...props} />}
            >
              {t('points')}
            </Button>
          </Group>
        </>
      )}
    </DetailsDrawer>
  );
}

function ObjectFacts({ object: { modelId, nodeName, description } }: { object: BuildingObject }) {
  const t = useObjectTexts();
  const { data: models } = useQuery(modelChoicesQuery);
  return (
    <>
      {description && <Text style={{ whiteSpace: 'pre-wrap' }}>{description}</Text>}
      <Facts>
        <Fact name={t('model')}>{models?.find(({ id }) => id === modelId)?.name}</Fact>
        <Fact name={t('nodeName')}>{nodeName}</Fact>
      </Facts>
    </>
  );
}
