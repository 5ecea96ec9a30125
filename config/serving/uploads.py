"""Files that come with a form: held in memory, and gone with the request."""

from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload

from core.input_limits import most_bytes


class InMemory(FileUploadHandler):
    """Keeps what is sent in memory, all files of a request together up to what is read at its address."""

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        """Begin with a request."""
        self._left = most_bytes(self.request.path_info) if self.request is not None else 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Begin with a file."""
        super().new_file(*args, **kwargs)
        self._file = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Keep a portion; it goes to nobody else."""
        self._left -= len(raw_data)
        if self._left < 0:
            raise StopUpload(connection_reset=True)
        self._file.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        """The file, whole."""
        self._file.seek(0)
        return InMemoryUploadedFile(
            file=self._file,
            field_name=self.field_name,
            name=self.file_name,
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
            content_type_extra=self.content_type_extra,
        )
