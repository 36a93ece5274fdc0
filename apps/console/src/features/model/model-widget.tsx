import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sceneQuery } from '../../api/scene';
import { ModelView } from '../../ui/model-view/model-view';
import { QueryState } from '../../ui/query-state';
import type { WidgetView } from '../../ui/widget/widget-views';
import { NoModel } from './model-page';
import { modelFileQuery, type SceneData } from './model.queries';
import { useModelTexts } from './model.texts';
import classes from './model-widget.module.css';
import { useSceneItems, useSceneMarks } from './scene-items';

/** The model with its live values. A click on a mark leads to the page of the model. */
export const ModelWidget: WidgetView = () => (
  <QueryState query={useQuery(sceneQuery)} height={256}>
    {(scene) => (scene.modelId === null ? <NoModel /> : <Scene scene={scene} modelId={scene.modelId} />)}
  </QueryState>
);

function Scene({ scene, modelId }: { scene: SceneData; modelId: number }) {
  const t = useModelTexts();
  const navigate = useNavigate();
  const marks = useSceneMarks(useSceneItems(scene));
  return (
    <QueryState query={useQuery(modelFileQuery(modelId))} height={256}>
      {(file) => (
        <div className={classes.model}>
          <ModelView
            file={file}
            view={scene}
            marks={marks}
            onSelect={(mark) => void navigate({ to: '/model', search: { mark } })}
            label={t('modelOf', { count: marks.length })}
            height="100%"
          />
        </div>
      )}
    </QueryState>
  );
}
