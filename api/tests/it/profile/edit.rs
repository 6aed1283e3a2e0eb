//! The profile: every field, its rule, and its public view.

use serde_json::{Value, json};

use crate::support::{Client, World};

const GET: &str = "/user/profile/get";
const EDIT: &str = "/user/edit-profile";
const ID: &str = "6260181590830";

async fn university(client: &Client) -> i64 {
    client.get("/organization/list/get?organizationType=university&query=kmutt").await.ok()["items"][0]["id"].as_i64().unwrap()
}

fn whole(academy: i64) -> Value {
    json!({
        "displayName": " น้อง  มะนาว ", "firstNameTh": "มานะ", "lastNameTh": "ใจดี", "firstNameEn": "Mana", "lastNameEn": "Jaidee",
        "nickname": "Lime", "birthday": "2008-02-29", "gender": "female", "occupation": "Student",
        "address": "99/1 ถนนพหลโยธิน", "subDistrict": "ลาดยาว", "district": "จตุจักร", "province": "กรุงเทพมหานคร", "zipCode": "๑๐๙๐๐",
        "studentType": "student", "educationLevel": "university", "academyId": academy, "workplace": "",
        "idCardNumber": "6-2601-81590-83-0", "studentCardNumber": "ab-6401", "version": 0
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_kept_and_its_numbers_are_sealed() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let empty = lime.get(GET).await.ok();
    assert_eq!((&empty["version"], &empty["displayName"], &empty["idCardNumber"]), (&json!(0), &json!("lime"), &Value::Null));
    assert_eq!((&empty["documents"], &empty["hasPassword"]), (&json!([]), &json!(false)));

    let academy = university(&lime).await;
    let edited = lime.post(EDIT, whole(academy)).await.ok();
    let answer = lime.get(&format!("{GET}?lang=th")).await;
    assert_eq!(answer.headers["cache-control"], "private, no-store");
    let read = answer.ok();
    assert_eq!(read["academyName"], "มหาวิทยาลัยเทคโนโลยีพระจอมเกล้าธนบุรี");
    assert_eq!(edited["academyName"], "King Mongkut's University of Technology Thonburi");
    for (field, value) in [
        ("displayName", "น้อง มะนาว"),
        ("firstNameTh", "มานะ"),
        ("lastNameEn", "Jaidee"),
        ("birthday", "2008-02-29"),
        ("gender", "female"),
        ("zipCode", "10900"),
        ("province", "กรุงเทพมหานคร"),
        ("studentType", "student"),
        ("educationLevel", "university"),
        ("idCardNumber", ID),
        ("studentCardNumber", "AB-6401"),
    ] {
        assert_eq!(read[field], value, "{field}");
    }
    assert_eq!((&read["version"], &read["workplace"], &read["academyId"]), (&json!(1), &Value::Null, &json!(academy)));

    // Neither number is readable in the database, and a sealed one does not open in another user's row.
    let (id_card, student_card): (Vec<u8>, Vec<u8>) =
        sqlx::query_as("select id_card_sealed, student_card_sealed from people.profiles").fetch_one(&world.app.db).await.unwrap();
    assert!(!id_card.windows(13).any(|window| window == ID.as_bytes()) && id_card != student_card);
    let malee = world.user("malee").await;
    malee.post(EDIT, json!({"displayName": "Malee", "idCardNumber": ID, "version": 0})).await.ok();
    sqlx::query("update people.profiles set id_card_sealed = $1 where user_id = $2")
        .bind(&id_card)
        .bind(malee.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    assert_eq!(malee.get(GET).await.ok()["idCardNumber"], Value::Null);

    let log = lime.post("/user-log/revision", json!({})).await.ok();
    assert_eq!(log["items"][0]["kind"], "profile_edited");
    assert!(!log.to_string().contains("มานะ"));

    // A general member stores none of a student's fields.
    let mut general = whole(academy);
    general["studentType"] = json!("general");
    general["version"] = json!(1);
    let general = lime.post(EDIT, general).await.ok();
    for field in ["educationLevel", "academyId", "academyName", "studentCardNumber"] {
        assert_eq!(general[field], Value::Null, "{field}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_has_its_rule_and_all_refusals_come_at_once() {
    let world = World::new().await;
    let lime = world.unverified("lime").await;
    let academy = university(&lime).await;
    for (field, value, code) in [
        ("displayName", json!(" "), "field_required"),
        ("displayName", json!("ก".repeat(51)), "text_too_long"),
        ("firstNameTh", json!("Mana"), "name_not_thai"),
        ("lastNameTh", json!("ใจดี1"), "name_invalid"),
        ("firstNameEn", json!("มานะ"), "name_not_latin"),
        ("lastNameEn", json!("O'Neil"), "name_invalid"),
        ("nickname", json!("<b>"), "name_invalid"),
        ("birthday", json!("2007-02-29"), "birthday_invalid"),
        ("birthday", json!("2099-01-01"), "birthday_invalid"),
        ("gender", json!("robot"), "field_invalid"),
        ("occupation", json!("x".repeat(101)), "text_too_long"),
        ("email", json!("lime@localhost"), "email_invalid"),
        ("address", json!("x".repeat(301)), "text_too_long"),
        ("subDistrict", json!("x".repeat(101)), "text_too_long"),
        ("district", json!("x".repeat(101)), "text_too_long"),
        ("province", json!("x".repeat(101)), "text_too_long"),
        ("zipCode", json!("1090"), "zip_code_invalid"),
        ("studentType", json!("teacher"), "field_invalid"),
        ("educationLevel", json!("kindergarten"), "field_invalid"),
        ("educationLevel", Value::Null, "field_required"),
        ("academyId", json!(1), "organization_unknown"),
        ("workplace", json!("x".repeat(101)), "text_too_long"),
        ("idCardNumber", json!("6260181590831"), "id_card_invalid"),
        ("studentCardNumber", json!("1"), "student_card_invalid"),
        ("picture", json!("javascript:alert(1)"), "field_invalid"),
    ] {
        let mut edit = whole(academy);
        edit[field] = value.clone();
        let refused = lime.post(EDIT, edit).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({field: code}), "{field} {value}");
        assert!(refused["fieldMessages"][field].as_str().is_some_and(|text| !text.is_empty()));
    }
    // A university is not a school.
    let mut edit = whole(academy);
    edit["educationLevel"] = json!("school");
    let refused = lime.post(EDIT, edit).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"academyId": "organization_unknown"}));

    let bad = json!({"displayName": "", "zipCode": "x", "idCardNumber": "1", "version": 0});
    let refused = lime.post(EDIT, bad).await.refused(422, "fields_invalid");
    let fields: Vec<&String> = refused["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["displayName", "idCardNumber", "zipCode"]);
    assert_eq!(lime.get(GET).await.ok()["version"], 0, "nothing of it was kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_edits_at_once_one_wins_and_the_other_sees_it() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let edit = |name: &str, version: i64| json!({"displayName": name, "version": version});
    lime.post(EDIT, edit("One", 0)).await.ok();
    let refused = lime.post(EDIT, edit("Two", 0)).await.refused(409, "profile_changed");
    assert_eq!((&refused["profile"]["displayName"], &refused["profile"]["version"]), (&json!("One"), &json!(1)));
    lime.post(EDIT, edit("Two", 7)).await.refused(409, "profile_changed");
    let (three, four) = (edit("Three", 1), edit("Four", 1));
    let (one, other) = tokio::join!(lime.post(EDIT, three), lime.post(EDIT, four));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(lime.get(GET).await.ok()["version"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verified_address_is_fixed_another_is_not() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let own = lime.get(GET).await.ok()["email"].as_str().unwrap().to_owned();
    let edit = |email: Value, version: i64| json!({"displayName": "Lime", "email": email, "version": version});
    let refused = lime.post(EDIT, edit(json!("other@example.com"), 0)).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"email": "email_fixed"}));
    assert_eq!(lime.post(EDIT, edit(json!(own.to_uppercase()), 0)).await.ok()["email"], own.as_str());
    assert_eq!(lime.post(EDIT, edit(Value::Null, 1)).await.ok()["email"], own.as_str(), "nor taken away");

    let nobody = world.unverified("nobody").await;
    let kept = nobody.post(EDIT, edit(json!(" New@Example.com "), 0)).await.ok();
    assert_eq!((&kept["email"], &kept["emailVerified"]), (&json!("New@example.com"), &json!(false)));
    // Entering another user's address gains nothing: it is not verified.
    nobody.post(EDIT, edit(json!(own), 1)).await.ok();
    assert_eq!(nobody.get("/user/me").await.ok()["verified"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn others_see_a_name_a_picture_and_an_academy() {
    let world = World::new().await;
    let (lime, malee) = (world.user("lime").await, world.user("malee").await);
    let academy = university(&lime).await;
    let mut grown_up = whole(academy);
    grown_up["birthday"] = json!("1996-02-29");
    lime.post(EDIT, grown_up).await.ok();
    let seen = malee.get(&format!("/profile/get-profile-by-id/{}", lime.user_id)).await.ok();
    let expected = json!({"userId": lime.user_id, "displayName": "น้อง มะนาว",
        "academyName": "King Mongkut's University of Technology Thonburi", "tournaments": [], "record": {"wins": 0, "losses": 0}});
    assert_eq!(seen, expected);
    let stranger = world.anon().get(&format!("/profile/get-profile-by-id/{}", lime.user_id)).await.ok();
    assert_eq!((&stranger["displayName"], stranger.get("academyName")), (&json!("น้อง มะนาว"), None), "only members learn where");
    malee.get("/profile/get-profile-by-id/1").await.refused(404, "user_not_found");
    malee.get("/profile/get-profile-by-id/x").await.refused(404, "not_found");
    world.anon().get(GET).await.refused(401, "session_required");
    let suspended = world.suspended("bad").await;
    suspended.get(GET).await.ok();
    suspended.post(EDIT, json!({"displayName": "X", "version": 0})).await.refused(403, "account_suspended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_does_not_open_is_not_lost_by_an_edit() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let academy = university(&lime).await;
    lime.post(EDIT, whole(academy)).await.ok();
    // Sealed with a key that is not here.
    sqlx::query("update people.profiles set id_card_sealed = '\\x01', student_card_sealed = '\\x02'")
        .execute(&world.app.db)
        .await
        .unwrap();
    let kept = async || {
        let sql = "select id_card_sealed, student_card_sealed from people.profiles";
        sqlx::query_as::<_, (Option<Vec<u8>>, Option<Vec<u8>>)>(sql).fetch_one(&world.app.db).await.unwrap()
    };
    let mut read = lime.get(GET).await.ok();
    assert_eq!((&read["idCardNumber"], &read["studentCardNumber"]), (&Value::Null, &Value::Null));
    read["nickname"] = json!("Manao");
    let edited = lime.post(EDIT, read).await.ok();
    assert_eq!((&edited["nickname"], kept().await), (&json!("Manao"), (Some(vec![1]), Some(vec![2]))));

    // A new number replaces it; a readable one is removed by leaving it out, and a student card by not being a student.
    let mut edit = whole(academy);
    edit["version"] = json!(2);
    edit["studentType"] = json!("general");
    assert_eq!(lime.post(EDIT, edit.clone()).await.ok()["idCardNumber"], ID);
    assert_eq!(kept().await.1, None);
    edit["version"] = json!(3);
    edit["idCardNumber"] = Value::Null;
    lime.post(EDIT, edit).await.ok();
    assert_eq!(kept().await, (None, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_child_learns_is_told_to_no_stranger() {
    let world = World::new().await;
    let (lime, malee, staff) = (world.user("lime").await, world.user("malee").await, world.operator("staff").await);
    let mut grown_up = whole(university(&lime).await);
    grown_up["birthday"] = json!("1996-02-29");
    lime.post(EDIT, grown_up).await.ok();
    let told = async |reader: &Client| {
        let seen = reader.get(&format!("/profile/get-profile-by-id/{}", lime.user_id)).await.ok();
        !seen["academyName"].is_null()
    };
    assert!(told(&malee).await);
    for change in [
        "update people.profiles set education_level = 'school'",
        "update people.profiles set education_level = 'university', birthday = current_date - interval '17 years'",
        "update people.profiles set birthday = null",
    ] {
        sqlx::query(change).execute(&world.app.db).await.unwrap();
        assert_eq!((told(&malee).await, told(&lime).await, told(&staff).await), (false, true, true), "{change}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_through_all_members() {
    let world = World::with(|settings| settings.profile_views_per_minute = 3).await;
    let (lime, malee) = (world.user("lime").await, world.user("malee").await);
    let path = format!("/profile/get-profile-by-id/{}", lime.user_id);
    malee.get(&path).await.ok();
    for id in 1..3 {
        malee.get(&format!("/profile/get-profile-by-id/{id}")).await.refused(404, "user_not_found");
    }
    let refused = malee.get(&path).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(429, "too_many_requests");
    lime.get(&path).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_hangs_together_and_a_name_can_be_seen() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let edit = |change: Value, version: i64| {
        let mut edit = json!({"displayName": "Lime", "subDistrict": "ลาดยาว", "district": "จตุจักร", "province": "กรุงเทพมหานคร",
            "zipCode": "10900", "version": version});
        edit.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        edit
    };
    for (change, field) in [
        (json!({"province": "เชียงใหม่"}), "district"),
        (json!({"district": "บางเขน"}), "subDistrict"),
        (json!({"zipCode": "50200"}), "zipCode"),
        (json!({"province": "Bangkok"}), "province"),
    ] {
        let refused = lime.post(EDIT, edit(change, 0)).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({field: "place_unknown"}));
    }
    lime.post(EDIT, edit(json!({}), 0)).await.ok();
    // A value stored earlier stays until its owner changes it.
    sqlx::query("update people.profiles set sub_district = 'เก่า'").execute(&world.app.db).await.unwrap();
    lime.post(EDIT, edit(json!({"subDistrict": "เก่า"}), 1)).await.ok();
    lime.post(EDIT, edit(json!({"subDistrict": "เก่า", "zipCode": ""}), 2)).await.refused(422, "fields_invalid");

    let blank = lime.post(EDIT, edit(json!({"displayName": "\u{3164}\u{2800}", "subDistrict": "เก่า"}), 2)).await;
    assert_eq!(blank.refused(422, "fields_invalid")["fields"], json!({"displayName": "field_required"}));
    let piled = lime.post(EDIT, edit(json!({"displayName": "ก่่่่\u{E0067}", "subDistrict": "เก่า"}), 2)).await.ok();
    assert_eq!(piled["displayName"], "ก่");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_school_that_is_not_listed_is_named_until_it_is() {
    use manao_people::organizations::command::{OrganizationCommand, run};
    let world = World::new().await;
    let db = &world.app.db;
    let (lime, malee) = (world.user("lime").await, world.user("malee").await);
    let edit = |name: &str, level: &str, version: i64| {
        json!({"displayName": "Lime", "birthday": "1996-02-29", "studentType": "student", "educationLevel": level,
            "academyUnlisted": name, "version": version})
    };
    let named = lime.post(EDIT, edit(" Manao  Academy ", "school", 0)).await.ok();
    assert_eq!((&named["academyUnlisted"], &named["academyId"]), (&json!("Manao Academy"), &Value::Null));
    malee.post(EDIT, edit("manao academy", "school", 0)).await.ok();
    let seen = malee.get(&format!("/profile/get-profile-by-id/{}", lime.user_id)).await.ok();
    assert_eq!(seen["academyName"], Value::Null, "what somebody typed is shown to nobody else");

    assert_eq!(run(db, OrganizationCommand::Missed).await.unwrap().to_lowercase(), "2\tschool\tmanao academy");
    let add = || OrganizationCommand::Add {
        kind: "school".into(),
        name_th: "โรงเรียนมะนาววิทยา".into(),
        name_en: "Manao Wittaya School".into(),
        called: vec!["Manao Academy".into()],
    };
    assert!(run(db, add()).await.unwrap().contains("2 members"));
    assert!(run(db, add()).await.is_err(), "it is there already");
    let now = lime.get(GET).await.ok();
    assert_eq!((&now["academyName"], &now["academyUnlisted"]), (&json!("Manao Wittaya School"), &Value::Null));
    assert_eq!(run(db, OrganizationCommand::Missed).await.unwrap(), "");
    // A school of the list replaces a name.
    let mut both = edit("Another", "school", 2);
    both["academyId"] = now["academyId"].clone();
    assert_eq!(lime.post(EDIT, both).await.ok()["academyUnlisted"], Value::Null);
}
