//! The rules of section 5 of the specification against `vectors/`, which the web's own rules are tested with too: a form accepts what the
//! server accepts, and says the same about the rest.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use chrono::NaiveDate;
use manao_domain::upload::{self, Purpose, UploadLimits};
use manao_domain::{email, link, names, numeric, password, profile, thai_id};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    r#in: String,
    out: Option<String>,
    code: Option<String>,
    #[serde(default)]
    bytes: usize,
    purpose: Option<String>,
}

/// The day that the vectors of birthdays were written for.
const TODAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 11, 21);

fn judge(rule: &str, case: &Case) -> Result<String, &'static str> {
    let text = case.r#in.as_str();
    match rule {
        "name" => names::parse(text).map_err(|no| no.code()),
        "name_thai" => names::parse_in(text, names::Script::Thai).map_err(|no| no.code()),
        "name_latin" => names::parse_in(text, names::Script::Latin).map_err(|no| no.code()),
        "email" => email::parse(text).map_err(|no| no.code()),
        "thai_id" => {
            let id = thai_id::ThaiId::parse_optional(text).map_err(|no| no.code())?;
            Ok(id.map(|id| id.digits().to_owned()).unwrap_or_default())
        }
        "password" => password::check(text).map(|()| text.to_owned()).map_err(|no| no.code()),
        "link" => link::parse(text).map_err(|no| no.code()),
        "digits" => numeric::digits(text).map_err(|no| no.code()),
        "decimal" => numeric::decimal(text).map_err(|no| no.code()),
        "zip_code" => numeric::zip_code(text).map_err(|no| no.code()),
        "display_name" => profile::display_name(text).map_err(|no| no.code()),
        "student_card" => profile::student_card(text).map_err(|no| no.code()),
        "birthday" => profile::birthday(text, TODAY.unwrap()).map(|day| day.to_string()).map_err(|no| no.code()),
        "file" => {
            let purpose = if case.purpose.as_deref() == Some("profile") { Purpose::Profile } else { Purpose::Picture };
            upload::check(UploadLimits::default(), purpose, text, case.bytes).map(|()| text.to_owned()).map_err(|no| no.code())
        }
        other => panic!("no rule {other}"),
    }
}

#[test]
fn every_rule_judges_as_its_vectors_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let (mut files, mut cases) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
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
            let judged = judge(rule, case);
            assert_eq!(judged.as_deref().map_err(|code| *code), expected, "{rule}: {:.60?}", case.r#in);
        }
        assert!(vectors.iter().any(|case| case.out.is_some()) && vectors.iter().any(|case| case.code.is_some()), "{rule}");
    }
    assert!(files >= 14 && cases > 150, "{files} files, {cases} cases");
}
