//! What may be uploaded (specification, "Validation rules"): JPEG and PNG pictures, a profile picture up to 1 MB, everything else
//! up to 10 MB. Whether the bytes are a picture only decoding tells; that is the caller's.

const MB: usize = 1024 * 1024;

/// What an upload is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A person's own picture
    Profile,
    /// Logos, banners, proofs, private papers
    Picture,
}

impl Purpose {
    /// Bytes.
    pub const fn max_bytes(self) -> usize {
        match self {
            Purpose::Profile => MB,
            Purpose::Picture => 10 * MB,
        }
    }

    pub const fn max_megabytes(self) -> usize {
        self.max_bytes() / MB
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UploadRefusal {
    #[error("only JPEG and PNG pictures")]
    Type,
    #[error("too large")]
    TooLarge,
    #[error("nothing in it")]
    Empty,
}

impl UploadRefusal {
    pub const fn code(self) -> &'static str {
        match self {
            UploadRefusal::Type => "file_type_invalid",
            UploadRefusal::TooLarge => "file_too_large",
            UploadRefusal::Empty => "file_required",
        }
    }
}

/// What can be told before looking inside: the name's ending and the size in bytes. The size comes first, so that somebody with a huge
/// file of a wrong kind is told what to do about both in the order they would do it.
pub fn check(purpose: Purpose, file_name: &str, bytes: usize) -> Result<(), UploadRefusal> {
    if bytes == 0 {
        return Err(UploadRefusal::Empty);
    }
    if bytes > purpose.max_bytes() {
        return Err(UploadRefusal::TooLarge);
    }
    let ending = file_name.rsplit_once('.').map(|(stem, ending)| (!stem.is_empty(), ending.to_ascii_lowercase()));
    match ending {
        Some((true, ending)) if matches!(ending.as_str(), "jpg" | "jpeg" | "png") => Ok(()),
        _ => Err(UploadRefusal::Type),
    }
}

/// A file's name fit to be shown: the last part of a path, no controls, at most 120 characters.
pub fn shown_name(file_name: &str) -> String {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    crate::text::normalise(last).chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_without_their_folders() {
        for (name, shown) in [
            ("card.jpg", "card.jpg"),
            ("C:\\me\\บัตร ประชาชน.JPG", "บัตร ประชาชน.JPG"),
            ("../../etc/passwd.png", "passwd.png"),
            ("a\r\nb.png", "a b.png"),
            ("", ""),
        ] {
            assert_eq!(shown_name(name), shown, "{name:?}");
        }
        assert_eq!(shown_name(&"ก".repeat(500)).chars().count(), 120);
    }
}
