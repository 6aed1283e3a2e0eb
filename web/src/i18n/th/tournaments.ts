export default {
  status: {
    incomplete_team: 'ข้อมูลยังไม่ครบ',
    register: 'รอตรวจสอบ',
    join: 'ได้เข้าแข่ง',
    invalid: 'เอกสารต้องแก้ไข',
    reject: 'ไม่ผ่านการพิจารณา',
    waitlist: 'รายชื่อสำรอง',
    withdrawn: 'ถอนตัวแล้ว',
    removed: 'ถูกนำออก',
    disqualified: 'ถูกตัดสิทธิ์',
  },
  waitlistAt: 'สำรองลำดับ {{place}}',
}
