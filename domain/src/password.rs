//! The rules of a password: 8 to 30 characters with an upper-case letter, a lower-case letter and a digit, and the same in both fields. The
//! caller compares it with the hashes of recent ones.

/// Fewest and most characters (not bytes), both included.
pub const MIN_LENGTH: usize = 8;
pub const MAX_LENGTH: usize = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    #[error("8 to 30 characters with upper case, lower case and a digit")]
    Format,
    #[error("the two do not match")]
    ConfirmationDiffers,
}

/// Checks a password. The three classes are those of ASCII: a Thai letter has no case and a Thai digit is missing on many keyboards. Other
/// characters are allowed too, except control characters.
pub fn check(password: &str) -> Result<(), PasswordRefusal> {
    let length = password.chars().take(MAX_LENGTH + 1).count();
    let has = |class: fn(&u8) -> bool| password.as_bytes().iter().any(class);
    let classes = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    if (MIN_LENGTH..=MAX_LENGTH).contains(&length) && classes && !password.chars().any(char::is_control) {
        Ok(())
    } else {
        Err(PasswordRefusal::Format)
    }
}

/// Checks that the new password was typed the same twice.
pub fn check_confirmation(new: &str, confirmation: &str) -> Result<(), PasswordRefusal> {
    if new == confirmation { Ok(()) } else { Err(PasswordRefusal::ConfirmationDiffers) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule() {
        let thirty = format!("Aa1{}", "x".repeat(27));
        let thirty_one = format!("Aa1{}", "x".repeat(28));
        for (password, fine) in [
            ("Abcdefg1", true),
            ("Abcdef1", false),
            (thirty.as_str(), true),
            (thirty_one.as_str(), false),
            ("abcdefg1", false),
            ("ABCDEFG1", false),
            ("Abcdefgh", false),
            ("12345678", false),
            ("Ab1 !?*ก", true),
            ("Ab1กขคงจ", true),
            ("Ab1กขคง", false),
            ("Abcdefg๑", false),
            ("Abcdefg1\n", false),
            ("", false),
        ] {
            assert_eq!(check(password).is_ok(), fine, "{password:?}");
        }
        assert_eq!(check(""), Err(PasswordRefusal::Format));
    }

    #[test]
    fn it_is_said_twice_alike() {
        assert_eq!(check_confirmation("Abcdefg1", "Abcdefg1"), Ok(()));
        assert_eq!(check_confirmation("Abcdefg1", "Abcdefg2"), Err(PasswordRefusal::ConfirmationDiffers));
    }
}
