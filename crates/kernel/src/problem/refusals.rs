//! The code of each field rule's refusal. A refusal without a code does not compile, nor does an unknown code.

use manao_domain::email::NotAnEmail;
use manao_domain::link::NotALink;
use manao_domain::match_time::TimeRefusal;
use manao_domain::msisdn::NotAMobileNumber;
use manao_domain::names::NameRefusal;
use manao_domain::numeric::NotNumeric;
use manao_domain::password::PasswordRefusal;
use manao_domain::profile::ProfileRefusal;
use manao_domain::team::{OfferRefusal, TeamNameRefusal};
use manao_domain::thai_id::NotAThaiId;
use manao_domain::tournament_form::FormRefusal;
use manao_domain::upload::UploadRefusal;

use super::{Code, codes};

impl From<NotAnEmail> for Code {
    fn from(NotAnEmail: NotAnEmail) -> Self {
        codes::email_invalid
    }
}

impl From<NotALink> for Code {
    fn from(NotALink: NotALink) -> Self {
        codes::link_invalid
    }
}

impl From<NotAMobileNumber> for Code {
    fn from(NotAMobileNumber: NotAMobileNumber) -> Self {
        codes::mobile_number_invalid
    }
}

impl From<NotAThaiId> for Code {
    fn from(NotAThaiId: NotAThaiId) -> Self {
        codes::id_card_invalid
    }
}

impl From<NameRefusal> for Code {
    fn from(refusal: NameRefusal) -> Self {
        match refusal {
            NameRefusal::Missing => codes::name_required,
            NameRefusal::Invalid => codes::name_invalid,
            NameRefusal::TooLong => codes::name_too_long,
            NameRefusal::NotThai => codes::name_not_thai,
            NameRefusal::NotLatin => codes::name_not_latin,
        }
    }
}

impl From<NotNumeric> for Code {
    fn from(refusal: NotNumeric) -> Self {
        match refusal {
            NotNumeric::Digits => codes::digits_only,
            NotNumeric::Decimal => codes::decimal_only,
            NotNumeric::ZipCode => codes::zip_code_invalid,
        }
    }
}

impl From<ProfileRefusal> for Code {
    fn from(refusal: ProfileRefusal) -> Self {
        match refusal {
            ProfileRefusal::Missing => codes::field_required,
            ProfileRefusal::TooLong => codes::text_too_long,
            ProfileRefusal::StudentCard => codes::student_card_invalid,
            ProfileRefusal::Birthday => codes::birthday_invalid,
        }
    }
}

impl From<TeamNameRefusal> for Code {
    fn from(refusal: TeamNameRefusal) -> Self {
        match refusal {
            TeamNameRefusal::Missing => codes::field_required,
            TeamNameRefusal::Name => codes::team_name_invalid,
            TeamNameRefusal::ShortName => codes::team_short_name_invalid,
        }
    }
}

impl From<OfferRefusal> for Code {
    fn from(refusal: OfferRefusal) -> Self {
        match refusal {
            OfferRefusal::Over => codes::offer_over,
            OfferRefusal::OtherSide => codes::offer_not_yours,
        }
    }
}

impl From<PasswordRefusal> for Code {
    fn from(refusal: PasswordRefusal) -> Self {
        match refusal {
            PasswordRefusal::Format => codes::password_format_invalid,
            PasswordRefusal::ConfirmationDiffers => codes::password_confirmation_differs,
        }
    }
}

impl From<UploadRefusal> for Code {
    fn from(refusal: UploadRefusal) -> Self {
        match refusal {
            UploadRefusal::Type => codes::file_type_invalid,
            UploadRefusal::TooLarge => codes::file_too_large,
            UploadRefusal::Empty => codes::file_required,
        }
    }
}

impl From<TimeRefusal> for Code {
    fn from(refusal: TimeRefusal) -> Self {
        match refusal {
            TimeRefusal::Past => codes::time_in_past,
            TimeRefusal::Window => codes::time_outside_window,
            TimeRefusal::Hours => codes::time_outside_hours,
        }
    }
}

impl From<FormRefusal> for Code {
    fn from(refusal: FormRefusal) -> Self {
        match refusal {
            FormRefusal::Missing => codes::field_required,
            FormRefusal::TooLong => codes::text_too_long,
            FormRefusal::TooMany => codes::list_too_long,
            FormRefusal::OutOfRange => codes::number_out_of_range,
            FormRefusal::Twice => codes::item_repeated,
            FormRefusal::NameLength => codes::tournament_name_length,
            FormRefusal::NoDate => codes::date_invalid,
            FormRefusal::Past => codes::date_past,
            FormRefusal::TooFar => codes::date_too_far,
            FormRefusal::RegistrationOrder => codes::registration_end_order,
            FormRefusal::DrawOrder => codes::draw_order,
            FormRefusal::StartOrder => codes::start_order,
            FormRefusal::EndOrder => codes::end_order,
            FormRefusal::Capacity => codes::capacity_invalid,
            FormRefusal::FormatOfGame => codes::format_not_for_game,
            FormRefusal::NotSolo => codes::solo_not_for_game,
            FormRefusal::TeamSize => codes::team_size_invalid,
            FormRefusal::Substitutes => codes::substitutes_invalid,
            FormRefusal::GroupTooSmall => codes::group_too_small,
            FormRefusal::Winners => codes::winners_invalid,
            FormRefusal::Qualifiers => codes::qualifiers_invalid,
            FormRefusal::QualifiersOfBracket => codes::bracket_qualifiers_invalid,
            FormRefusal::QualifiersOfGroups => codes::group_qualifiers_invalid,
            FormRefusal::Series => codes::series_invalid,
            FormRefusal::PointTable => codes::point_table_unknown,
            FormRefusal::Rush => codes::rush_one_lobby,
            FormRefusal::Matches => codes::stage_matches_too_many,
            FormRefusal::ReviewOnly => codes::review_required,
            FormRefusal::Hours => codes::hours_invalid,
        }
    }
}

/// Tests the rules of section 5 of the specification against `domain/vectors`. The web's rules are tested with the same vectors, so a form
/// accepts what the server accepts and reports the rest the same way.
#[cfg(test)]
mod tests {
    use std::path::Path;

    use chrono::NaiveDate;
    use manao_domain::thai_id::ThaiId;
    use manao_domain::upload::{self, Purpose, UploadLimits};
    use manao_domain::{email, link, names, numeric, password, profile};
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        r#in: String,
        out: Option<String>,
        code: Option<String>,
        #[serde(default)]
        bytes: usize,
        purpose: Option<String>,
    }

    fn judge(rule: &str, case: &Case) -> Result<String, Code> {
        let text = case.r#in.as_str();
        // The day that the vectors of birthdays were written for.
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        match rule {
            "name" => Ok(names::parse(text)?),
            "name_thai" => Ok(names::parse_in(text, names::Script::Thai)?),
            "name_latin" => Ok(names::parse_in(text, names::Script::Latin)?),
            "email" => Ok(email::parse(text)?),
            // No rule applies to an empty field.
            "thai_id" if text.trim().is_empty() => Ok(String::new()),
            "thai_id" => Ok(ThaiId::parse(text)?.digits().to_owned()),
            "password" => Ok(password::check(text).map(|()| text.to_owned())?),
            "link" => Ok(link::parse(text)?),
            "digits" => Ok(numeric::digits(text)?),
            "decimal" => Ok(numeric::decimal(text)?),
            "zip_code" => Ok(numeric::zip_code(text)?),
            "display_name" => Ok(profile::display_name(text)?),
            "student_card" => Ok(profile::student_card(text)?),
            "birthday" => Ok(profile::birthday(text, today)?.to_string()),
            "file" => {
                let purpose = if case.purpose.as_deref() == Some("profile") { Purpose::Profile } else { Purpose::Picture };
                Ok(upload::check(UploadLimits::default(), purpose, text, case.bytes).map(|()| text.to_owned())?)
            }
            other => panic!("no rule {other}"),
        }
    }

    #[test]
    fn every_rule_judges_as_its_vectors_say() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domain/vectors");
        let (mut files, mut cases) = (0, 0);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // The vectors of brackets belong to the engine: they are tables, not judgements.
            if path.is_dir() {
                continue;
            }
            let rule = path.file_stem().unwrap().to_str().unwrap();
            let vectors: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            files += 1;
            for case in &vectors {
                cases += 1;
                let expected = match (&case.out, &case.code) {
                    (Some(out), None) => Ok(out.as_str()),
                    (None, Some(code)) => Err(code.as_str()),
                    _ => panic!("{rule}: either out or code"),
                };
                let judged = judge(rule, case).map_err(|code| code.name);
                assert_eq!(judged.as_deref().map_err(|code| *code), expected, "{rule}: {:.60?}", case.r#in);
            }
            assert!(vectors.iter().any(|case| case.out.is_some()) && vectors.iter().any(|case| case.code.is_some()), "{rule}");
        }
        assert!(files >= 14 && cases > 150, "{files} files, {cases} cases");
    }
}
