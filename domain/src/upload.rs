//! The rules of uploads (specification, "Validation rules"): JPEG and PNG pictures, a profile picture up to 1 MB, everything else up to 10 MB.
//! Only decoding shows whether the bytes are a picture; that is up to the caller.

/// Bytes of a megabyte.
pub const MB: usize = 1024 * 1024;

/// The purpose of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A person's own picture
    Profile,
    /// Logos, banners, proofs, private documents
    Picture,
}

/// Largest sizes of a file, in megabytes; settings have these defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    pub profile: usize,
    pub picture: usize,
}

impl Default for UploadLimits {
    fn default() -> Self {
        UploadLimits { profile: 1, picture: 10 }
    }
}

impl UploadLimits {
    pub const fn megabytes(self, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Profile => self.profile,
            Purpose::Picture => self.picture,
        }
    }

    pub const fn bytes(self, purpose: Purpose) -> usize {
        self.megabytes(purpose) * MB
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

/// Checks the facts known before decoding: the name's ending and the size in bytes. The size comes first: a person with a huge file of a wrong
/// kind then learns of both problems in the order in which they would fix them.
pub fn check(limits: UploadLimits, purpose: Purpose, file_name: &str, bytes: usize) -> Result<(), UploadRefusal> {
    if bytes == 0 {
        return Err(UploadRefusal::Empty);
    }
    if bytes > limits.bytes(purpose) {
        return Err(UploadRefusal::TooLarge);
    }
    let ending = file_name.rsplit_once('.').map(|(stem, ending)| (!stem.is_empty(), ending.to_ascii_lowercase()));
    match ending {
        Some((true, ending)) if matches!(ending.as_str(), "jpg" | "jpeg" | "png") => Ok(()),
        _ => Err(UploadRefusal::Type),
    }
}

/// Returns a file's name in a form fit to be shown: the last part of a path, no controls, at most 120 characters.
pub fn shown_name(file_name: &str) -> String {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    crate::text::normalise(last).chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_those_that_are_given() {
        let limits = UploadLimits { profile: 2, picture: 3 };
        assert_eq!(check(limits, Purpose::Profile, "a.png", 2 * MB), Ok(()));
        assert_eq!(check(limits, Purpose::Profile, "a.png", 2 * MB + 1), Err(UploadRefusal::TooLarge));
        assert_eq!(check(limits, Purpose::Picture, "a.png", 3 * MB), Ok(()));
    }

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
