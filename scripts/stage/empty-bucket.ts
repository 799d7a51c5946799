import { DeleteObjectsCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';

/**
 * Deletes every object of a bucket without versions, and returns their number. CloudFormation deletes empty buckets
 * only. A bucket that is gone already has none.
 */
export async function emptyBucket(client: S3Client, Bucket: string): Promise<number> {
  let deleted = 0;
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      const Objects = Contents.map(({ Key }) => ({ Key }));
      if (Objects.length === 0) continue;
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      const [first] = Errors;
      if (first !== undefined) throw new Error(`${Bucket}/${first.Key} was not deleted: ${first.Message}`);
      deleted += Objects.length;
    }
  } catch (error) {
    if ((error as Error).name !== 'NoSuchBucket') throw error;
  }
  return deleted;
}
