import { z } from 'zod';
import { SCOPES } from '#shared/domain/issuer/scopes.ts';

/** What a credential may be limited to. See: docs/contract/scopes.md. */
export const scopeSchema = z
  .enum(SCOPES)
  .meta({ id: 'Scope', description: 'A part of the API that a credential is limited to.' });
