//! Profile fields beside the names: free texts, the number of a student card, the day of birth.

use chrono::{Datelike as _, NaiveDate};

use crate::text::normalise;

/// Most characters of the public name; then those of a line (occupation, workplace) and of an address.
pub const DISPLAY_NAME: usize = 50;
pub const LINE: usize = 100;
pub const ADDRESS: usize = 300;
/// Age below which a person is a child (Child Protection Act, section 4).
pub const OF_AGE: i32 = 18;
/// Highest plausible age.
const OLDEST: i32 = 120;
/// Lowest age for an account, by the terms of use.
const YOUNGEST: i32 = 7;

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    Gender {
        Male = "male",
        Female = "female",
        Other = "other",
        Undisclosed = "undisclosed",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    StudentType {
        Student = "student",
        General = "general",
    }
}

text_enum! {
    /// The level at which a student studies; also a kind of organization.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    EducationLevel {
        School = "school",
        University = "university",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProfileRefusal {
    #[error("needed")]
    Missing,
    #[error("too long")]
    TooLong,
    #[error("letters, digits and dashes only")]
    StudentCard,
    #[error("no day of birth")]
    Birthday,
}

/// Parses a line of free text, plain and at most `longest` characters; an empty one gives None.
pub fn line(text: &str, longest: usize) -> Result<Option<String>, ProfileRefusal> {
    if text.len() > longest * 16 {
        return Err(ProfileRefusal::TooLong);
    }
    let line = normalise(text);
    if line.chars().count() > longest {
        return Err(ProfileRefusal::TooLong);
    }
    Ok((!line.is_empty()).then_some(line))
}

/// Parses the public name: any text, but not an empty one.
pub fn display_name(text: &str) -> Result<String, ProfileRefusal> {
    line(text, DISPLAY_NAME)?.ok_or(ProfileRefusal::Missing)
}

/// Derives the public name from a name given elsewhere: it is cut, where its owner would be told that it is too long. None when nothing is left,
/// or when others could read an address in it: login providers use the e-mail, its local part or the number when they know no name.
pub fn display_name_from(text: &str, email: Option<&str>) -> Option<String> {
    let start: String = text.chars().take(DISPLAY_NAME * 4).collect();
    let name = normalise(&start);
    let local = email.map(|email| normalise(email.split('@').next().unwrap_or_default()));
    // Without a letter it is a number, of any country.
    let tells = name.contains('@')
        || !name.chars().any(char::is_alphabetic)
        || local.is_some_and(|local| local.to_lowercase() == name.to_lowercase());
    if tells {
        return None;
    }
    let cut: String = name.chars().take(DISPLAY_NAME).collect();
    display_name(&cut).ok()
}

/// Returns whether strangers may see a person's school or university: not for pupils, nor for anyone not known to be of age.
pub fn shows_academy(education_level: Option<EducationLevel>, birthday: Option<NaiveDate>, today: NaiveDate) -> bool {
    education_level == Some(EducationLevel::University) && birthday.is_some_and(|birthday| age(birthday, today) >= OF_AGE)
}

/// Parses four to twenty letters, digits and dashes; letters become upper case, as on cards.
pub fn student_card(text: &str) -> Result<String, ProfileRefusal> {
    let number = normalise(text).to_ascii_uppercase();
    let fine = (4..=20).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if fine { Ok(number) } else { Err(ProfileRefusal::StudentCard) }
}

/// Parses a day of the Gregorian calendar, `2008-02-29`, for a person who is 7 to 120 years old on `today`.
pub fn birthday(text: &str, today: NaiveDate) -> Result<NaiveDate, ProfileRefusal> {
    let written = text.len() == 10;
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| written).ok_or(ProfileRefusal::Birthday)?;
    if (YOUNGEST..=OLDEST).contains(&age(day, today)) { Ok(day) } else { Err(ProfileRefusal::Birthday) }
}

/// Returns the age in full years. People born on 29 February have their birthday on 1 March in other years.
pub fn age(birthday: NaiveDate, today: NaiveDate) -> i32 {
    let had_it = (today.month(), today.day()) >= (birthday.month(), birthday.day());
    today.year() - birthday.year() - i32::from(!had_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_from_elsewhere_is_plain_and_short() {
        for (given, name) in [
            ("  Somchai   Jaidee ", Some("Somchai Jaidee".to_owned())),
            ("a\u{0}\nb", display_name("a\u{0}\nb").ok()),
            (&"น".repeat(60), Some("น".repeat(50))),
            // A space at the cut is removed.
            (&format!("{} {}", "x".repeat(49), "y"), Some("x".repeat(49))),
            (&"x".repeat(100_000), Some("x".repeat(50))),
            (" \n ", None),
            ("", None),
        ] {
            assert_eq!(display_name_from(given, Some("ploy@example.com")), name, "{given:.60}");
        }
    }

    #[test]
    fn a_name_from_elsewhere_tells_no_address() {
        for given in [
            "somchai.jaidee@example.com",
            "Other@example.com",
            "somchai.jaidee",
            " Somchai.Jaidee ",
            "081-234-5678",
            "+66 81 234 5678",
            "+1 (202) 555-0143",
            "๐๘๑๒๓๔๕๖๗๘",
        ] {
            assert_eq!(display_name_from(given, Some("Somchai.Jaidee@example.com")), None, "{given}");
        }
        for given in ["Somchai Jaidee", "สมชาย", "Somchai 2"] {
            assert_eq!(display_name_from(given, Some("somchai.jaidee@example.com")).as_deref(), Some(given));
        }
        assert_eq!(display_name_from("somchai.jaidee", None).as_deref(), Some("somchai.jaidee"));
    }

    #[test]
    fn only_of_grown_up_students_the_academy_is_shown() {
        let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
        let today = day("2026-11-22").unwrap_or_default();
        for (level, birthday, shown) in [
            (Some(EducationLevel::University), day("2008-11-22"), true),
            (Some(EducationLevel::University), day("2008-11-23"), false),
            (Some(EducationLevel::University), None, false),
            (Some(EducationLevel::School), day("1990-01-01"), false),
            (None, day("1990-01-01"), false),
        ] {
            assert_eq!(shows_academy(level, birthday, today), shown, "{level:?} {birthday:?}");
        }
    }
}
