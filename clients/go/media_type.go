package aidstack

import (
	"cmp"
	"mime"
	"path"
	"strings"
)

// mediaTypes are those of the files that people attach, by the endings of their names. Not every machine knows them.
var mediaTypes = map[string]string{
	"txt":  "text/plain",
	"log":  "text/plain",
	"md":   "text/markdown",
	"csv":  "text/csv",
	"tsv":  "text/tab-separated-values",
	"html": "text/html",
	"htm":  "text/html",
	"css":  "text/css",
	"ics":  "text/calendar",
	"vcf":  "text/vcard",
	"xml":  "text/xml",
	"js":   "text/javascript",
	"yaml": "text/yaml",
	"yml":  "text/yaml",
	"rtf":  "text/rtf",
	"json": "application/json",
	"pdf":  "application/pdf",
	"zip":  "application/zip",
	"gz":   "application/gzip",
	"tar":  "application/x-tar",
	"7z":   "application/x-7z-compressed",
	"doc":  "application/msword",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"xls":  "application/vnd.ms-excel",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"ppt":  "application/vnd.ms-powerpoint",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	"odt":  "application/vnd.oasis.opendocument.text",
	"ods":  "application/vnd.oasis.opendocument.spreadsheet",
	"odp":  "application/vnd.oasis.opendocument.presentation",
	"epub": "application/epub+zip",
	"eml":  "message/rfc822",
	"png":  "image/png",
	"jpg":  "image/jpeg",
	"jpeg": "image/jpeg",
	"gif":  "image/gif",
	"webp": "image/webp",
	"svg":  "image/svg+xml",
	"bmp":  "image/bmp",
	"tif":  "image/tiff",
	"tiff": "image/tiff",
	"heic": "image/heic",
	"avif": "image/avif",
	"mp3":  "audio/mpeg",
	"wav":  "audio/wav",
	"ogg":  "audio/ogg",
	"m4a":  "audio/mp4",
	"mp4":  "video/mp4",
	"mov":  "video/quicktime",
	"webm": "video/webm",
}

// mediaType returns the media type of a file by the ending of its name. One that is not in the list is that of the
// machine, or that of any bytes.
func mediaType(filename string) string {
	ending := strings.ToLower(path.Ext(filename))
	known := mediaTypes[strings.TrimPrefix(ending, ".")]
	return cmp.Or(known, mime.TypeByExtension(ending), "application/octet-stream")
}
