/**
 * The days for which a daily backup of the table is kept. Those in the stage's own vault only wait for their copy,
 * because point-in-time recovery covers the same days; the copies reach back as far as it does.
 */
export const BACKUP_RETENTION_DAYS = { ownVault: 7, copyVault: 35 } as const;
