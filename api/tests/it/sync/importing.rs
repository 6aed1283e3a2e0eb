//! `manao import legacy-profiles`: accepted rows, refused rows, and repeated runs.

use chrono::Utc;
use manao_people::sync::import::{self, ImportCommand, Summary};
use serde_json::json;

use crate::account::browser::Browser;
use crate::support::World;
use crate::sync::people::{check, go_on, ids};

const HEAD: &str = "legacy_id,identity_type,identity,name,display_name,last_login,zip_code\n";

#[tokio::test(flavor = "multi_thread")]
async fn rows_come_in_once_and_are_brought_up_to_date() {
    let world = World::new().await;
    let file = world.app.settings.manao_data.join("people.csv");
    let run = async |rows: &str| {
        std::fs::write(&file, format!("{HEAD}{rows}")).unwrap();
        import::run(&world.app.db, ImportCommand::LegacyProfiles { file: file.clone() }, Utc::now()).await.unwrap().text
    };
    let many: String =
        (0..1_203).map(|n| format!("p{n},email,P{n}@Example.com,Person {n},P{n},2020-01-0{},\n", n % 9 + 1)).collect();
    assert_eq!(run(&many).await, "1203 new, 0 changed, 0 left as they were, 0 refused.");
    assert_eq!(run(&many).await, "0 new, 0 changed, 1203 left as they were, 0 refused.");
    let identity: String = sqlx::query_scalar("select identity from people.legacy_profiles where legacy_id = 'p7'")
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(identity, "p7@example.com");

    let changed = many.replace("Person 1202", "Somebody").replace("Person 1201", "Somebody");
    assert_eq!(run(&changed).await, "0 new, 2 changed, 1201 left as they were, 0 refused.");
    // A claimed profile stays as it was then.
    let owner = world.newcomer("p7").await;
    sqlx::query("update people.legacy_profiles set claimed_by = $1, claimed_at = now() where legacy_id = 'p7'")
        .bind(owner.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let stolen = "p7,email,thief@example.com,Thief,Thief,,\n";
    assert_eq!(run(stolen).await, "0 new, 0 changed, 1 left as they were, 0 refused.");
    assert_eq!(world.count("select count(*) from people.legacy_profiles where identity = 'thief@example.com'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_hold_is_refused_and_reported() {
    let world = World::new().await;
    let file = world.app.settings.manao_data.join("people.csv");
    let rows: &[(&[u8], &str)] = &[
        (b"good,msisdn,081-234-5678,Good,Good,2020-01-01T10:00:00+07:00,10200", ""),
        (b",email,a@example.com,A,A,,", "legacy_id,field_required"),
        (b"good,email,a@example.com,A,A,,", "legacy_id,legacy_id_twice"),
        (b"b,phone,0812345678,A,A,,", "identity_type,identity_type_invalid"),
        (b"c,email,nonsense,A,A,,", "identity,email_invalid"),
        (b"d,msisdn,021234567,A,A,,", "identity,mobile_number_invalid"),
        (b"e,email,a@example.com,A,,,", "display_name,field_required"),
        (b"f,email,a@example.com,A,A,yesterday,", "last_login,time_invalid"),
        (b"g,email,a@example.com,A,A,2999-01-01,", "last_login,time_invalid"),
        (b"h,email,a@example.com,A,A,,123", "zip_code,"),
        (b"i,email,a@example.com,A,A", ",columns_count"),
        (b"j,email,a@example.com,\xff\xfe,A,,", "name,encoding_invalid"),
    ];
    let mut bytes = HEAD.as_bytes().to_vec();
    for (row, _) in rows {
        bytes.extend_from_slice(row);
        bytes.push(b'\n');
    }
    std::fs::write(&file, bytes).unwrap();
    let command = || ImportCommand::LegacyProfiles { file: file.clone() };
    let imported = import::run(&world.app.db, command(), Utc::now()).await.unwrap();
    assert!(!imported.complete, "rows were refused");
    let said = imported.text;
    assert!(said.starts_with("1 new, 0 changed, 0 left as they were, 11 refused."), "{said}");
    let report = std::fs::read_to_string(world.app.settings.manao_data.join("people.csv.refused.csv")).unwrap();
    let mut lines = report.lines();
    assert_eq!(lines.next(), Some("line,column,code"));
    for (index, (_, why)) in rows.iter().enumerate().skip(1) {
        let line = lines.next().unwrap();
        assert!(line.starts_with(&format!("{},{why}", index + 2)), "{line} is not {why}");
    }
    assert_eq!(lines.next(), None);

    // A valid file leaves no report behind.
    std::fs::write(&file, format!("{HEAD}k,email,k@example.com,K,K,,\n")).unwrap();
    import::run(&world.app.db, command(), Utc::now()).await.unwrap();
    assert!(!world.app.settings.manao_data.join("people.csv.refused.csv").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_line_that_loses_data_is_refused() {
    let world = World::new().await;
    for head in
        ["", "legacy_id,identity_type,identity,name\n", &HEAD.replace("zip_code", "zipcode"), &HEAD.replace("zip_code", "name")]
    {
        let told = &mut |_| Ok(());
        let row = "1,email,a@example.com,A,A,,\n";
        assert!(import::import(&world.app.db, format!("{head}{row}").as_bytes(), Utc::now(), told).await.is_err(), "{head}");
    }
    let with_mark = format!("\u{feff}{HEAD}1,email,a@example.com,A,A,,\n");
    let summary = import::import(&world.app.db, with_mark.as_bytes(), Utc::now(), &mut |_| Ok(())).await.unwrap();
    assert_eq!(summary, Summary { new: 1, ..Summary::default() });
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_has_people_with_none_one_and_three() {
    let world = World::shop().await;
    for (person, profiles) in [("somchai", 0), ("malee", 1), ("legacy", 3)] {
        let mut browser = Browser::new(&world);
        browser.sign_in(person).await;
        let found = check(&browser.client).await;
        assert_eq!(ids(&found).len(), profiles, "{person}");
        let newest = ids(&found).first().copied().unwrap_or_default();
        go_on(&browser.client, newest).await.ok();
    }
    let names: Vec<String> = sqlx::query_scalar(
        "select u.display_name from people.users u join people.identities i on i.user_id = u.id order by u.id",
    )
    .fetch_all(&world.app.db)
    .await
    .unwrap();
    assert_eq!(json!(names[1..]), json!(["มาลี มือทอง", "OldLime"]));
}
