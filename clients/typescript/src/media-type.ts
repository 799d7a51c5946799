/** The media types of the files that people attach, each with the endings of their names. */
const TYPES = `text/plain txt log
text/markdown md
text/csv csv
text/tab-separated-values tsv
text/html html htm
text/css css
text/calendar ics
text/vcard vcf
text/xml xml
text/javascript js
text/yaml yaml yml
text/rtf rtf
application/json json
application/pdf pdf
application/zip zip
application/gzip gz
application/x-tar tar
application/x-7z-compressed 7z
application/msword doc
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/vnd.ms-excel xls
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.ms-powerpoint ppt
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
application/vnd.oasis.opendocument.text odt
application/vnd.oasis.opendocument.spreadsheet ods
application/vnd.oasis.opendocument.presentation odp
application/epub+zip epub
message/rfc822 eml
image/png png
image/jpeg jpg jpeg
image/gif gif
image/webp webp
image/svg+xml svg
image/bmp bmp
image/tiff tif tiff
image/heic heic
image/avif avif
audio/mpeg mp3
audio/wav wav
audio/ogg ogg
audio/mp4 m4a
video/mp4 mp4
video/quicktime mov
video/webm webm`;

/** The media type of a file, by the ending of its name, if that is one of the list. */
export function mediaTypeOf(filename: string): string | undefined {
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  const line = TYPES.split('\n').find((one) => one.split(' ').slice(1).includes(ending));
  return line?.split(' ')[0];
}
