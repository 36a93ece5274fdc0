import type { Readable } from 'node:stream';
import { DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { StoredFilesService, type Upload } from '../../platform/stored-files/stored-files.service';
import { GltfCheckerService } from './gltf-checker.service';
import { type FileSample, isPolyglot, type ModelKind, modelKindOf, SAMPLE_BYTES } from './model-kind';

export interface InspectedModel {
  kind: ModelKind;
  /** The names of the model's nodes; null if the model is neither glTF nor GLB. */
  nodeNames: string[] | null;
}

/**
 * Decides whether an uploaded file is accepted as a model. Its kind is detected from its content. glTF is checked by
 * the Khronos validator; the other kinds are stored without being read.
 */
@Injectable()
export class ModelInspectionService {
  constructor(
    private readonly files: StoredFilesService,
    private readonly checker: GltfCheckerService,
  ) {}

  /**
   * @throws DomainError `unsupported_type`, `invalid_model` with the validator's messages, `external_files`,
   *   `too_complex`
   */
  async inspect(upload: Upload): Promise<InspectedModel> {
    const sample = await this.sampleOf(upload);
    const kind = kindOf(sample, upload.fileName);
    if (kind === null || isPolyglot(sample)) {
      throw new DomainError('unsupported_type', 'unsupported_type', say('unsupported_model'));
    }
    if (kind !== 'glb' && kind !== 'gltf') return { kind, nodeNames: null };
    const open = () => this.open(upload.storageKey);
    const { faults, missingFiles, nodeNames } = await this.checker.check(open, upload.sizeBytes, kind);
    if (faults.length > 0) {
      const message = 'The model is not valid glTF 2.0. The details list the errors.';
      throw new DomainError('invalid', 'invalid_model', message, { details: faults });
    }
    if (missingFiles.length > 0) {
      const message =
        'The model needs buffers or images in other files, which an upload cannot contain. Upload it as GLB: export it ' +
        'as "glTF Binary", or run "npx @gltf-transform/cli copy model.gltf model.glb" in the folder of its files.';
      throw new DomainError('invalid', 'external_files', message, { details: missingFiles });
    }
    return { kind, nodeNames };
  }

  private async sampleOf({ storageKey, sizeBytes }: Upload): Promise<FileSample> {
    const headEnd = Math.min(sizeBytes, SAMPLE_BYTES);
    const tailStart = Math.max(0, sizeBytes - SAMPLE_BYTES);
    if (sizeBytes === 0) return { head: Buffer.alloc(0), tail: Buffer.alloc(0), sizeBytes };
    const head = await this.files.read(storageKey, { start: 0, end: headEnd - 1 });
    const tail = await this.files.read(storageKey, { start: tailStart, end: sizeBytes - 1 });
    return { head, tail, sizeBytes };
  }

  private async open(storageKey: string): Promise<Readable> {
    const file = await this.files.open(storageKey);
    if (!file) throw new Error('The uploaded file is missing from the file store.');
    return file.stream;
  }
}

/** A file with the name of a glTF file is checked as glTF, so the user learns what is wrong with it. */
function kindOf(sample: FileSample, fileName: string): ModelKind | null {
  const kind = modelKindOf(sample);
  const [, named] = /\.(glb|gltf)$/i.exec(fileName) ?? [];
  return named === undefined || kind === 'glb' || kind === 'gltf' ? kind : (named.toLowerCase() as ModelKind);
}
