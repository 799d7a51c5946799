/** Marks a message with files in a list. */
export function AttachmentMark() {
  return <span class="clip" role="img" aria-label="Has attachments" title="Has attachments" />;
}
