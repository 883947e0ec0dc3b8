#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define DENY(error) RETURN(SECCOMP_RET_ERRNO | (error))
// Allows a call.
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), RETURN(SECCOMP_RET_ALLOW)
// Allows a call if any of these bits (WITH), or none of them (WITHOUT), are set in the low half of an argument.
#define WITH(call, argument, bits)                                                                                     \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[argument]),                                      \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), DENY(EACCES), RETURN(SECCOMP_RET_ALLOW)
#define WITHOUT(call, argument, bits)                                                                                  \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[argument]),                                      \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), DENY(EACCES), RETURN(SECCOMP_RET_ALLOW)
// Allows a call with one of `count` VALUEs as an argument.
#define ONLY(call, argument, count, ...)                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 2 * (count) + 2), LOAD(args[argument]), __VA_ARGS__,           \
        DENY(EACCES)
#define VALUE(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), RETURN(SECCOMP_RET_ALLOW)
// Allows to change the niceness of the calling thread.
#define OWN_NICENESS                                                                                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_setpriority, 0, 6), LOAD(args[0]),                                        \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PRIO_PROCESS, 0, 3), LOAD(args[1]),                                        \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), RETURN(SECCOMP_RET_ALLOW), DENY(EACCES)
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

int standup_child_confine(void) {
    __u32 own = (__u32)getpid();
    const struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        DENY(EACCES),
        LOAD(nr),
        // The most frequent ones first.
        ALLOW(futex), ALLOW(sched_yield), ALLOW(clock_gettime), ALLOW(read), ALLOW(write), ALLOW(madvise),
        // The socket that is there; no call makes another one.
        ALLOW(sendto), ALLOW(recvfrom), ALLOW(sendmsg), ALLOW(recvmsg), ALLOW(shutdown), ALLOW(getsockopt),
        // Memory.
        ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(brk), ALLOW(mincore),
        // Threads, but no processes and programs. clone3 is missing, because its flags cannot be checked.
        WITH(clone, 0, CLONE_THREAD), ALLOW(exit), ALLOW(exit_group), ALLOW(set_robust_list), ALLOW(set_tid_address),
        ALLOW(rseq), ALLOW(membarrier), ALLOW(gettid), ALLOW(getpid), ALLOW(getppid), ALLOW(getcpu),
        ALLOW(sched_getaffinity), ALLOW(sched_getparam), ALLOW(sched_getscheduler), ALLOW(getpriority), OWN_NICENESS,
        ONLY(prctl, 0, 3, VALUE(PR_SET_NAME), VALUE(PR_GET_NAME), VALUE(PR_SET_VMA)),
        ONLY(prlimit64, 0, 2, VALUE(0), VALUE(own)),
        // Signals, but to no other process.
        ONLY(kill, 0, 1, VALUE(own)), ONLY(tgkill, 0, 1, VALUE(own)), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask),
        ALLOW(rt_sigreturn), ALLOW(rt_sigtimedwait), ALLOW(sigaltstack), ALLOW(restart_syscall),
        // Files, but read-only.
        WITHOUT(openat, 2, WRITING), ALLOW(close), ALLOW(close_range), ALLOW(pread64), ALLOW(readv), ALLOW(preadv),
        ALLOW(writev), ALLOW(lseek), ALLOW(fstat), ALLOW(newfstatat), ALLOW(statx), ALLOW(statfs), ALLOW(fstatfs),
        ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getdents64), ALLOW(getcwd), ALLOW(fadvise64), ALLOW(readahead),
        ALLOW(dup), ALLOW(dup3),
        ONLY(fcntl, 1, 6, VALUE(F_DUPFD), VALUE(F_DUPFD_CLOEXEC), VALUE(F_GETFD), VALUE(F_SETFD), VALUE(F_GETFL),
            VALUE(F_SETFL)),
        // Waiting.
        ALLOW(nanosleep), ALLOW(clock_nanosleep), ALLOW(clock_getres), ALLOW(ppoll), ALLOW(pselect6),
        ALLOW(epoll_create1), ALLOW(epoll_ctl), ALLOW(epoll_pwait), ALLOW(eventfd2), ALLOW(timerfd_create),
        ALLOW(timerfd_settime),
        // The machine and the user.
        ALLOW(getrandom), ALLOW(uname), ALLOW(sysinfo), ALLOW(getrusage), ALLOW(times), ALLOW(getuid), ALLOW(geteuid),
        ALLOW(getgid), ALLOW(getegid), ALLOW(gettimeofday),
#ifdef __NR_faccessat2
        ALLOW(faccessat2),
#endif
#ifdef __x86_64__
        WITHOUT(open, 1, WRITING), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(dup2), ALLOW(poll),
        ALLOW(select), ALLOW(pause), ALLOW(time), ALLOW(arch_prctl), ALLOW(epoll_wait), ALLOW(getrlimit),
#endif
        // The system calls of the x32 ABI have other numbers, so they are missing too.
        DENY(ENOSYS),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, (struct sock_filter *)filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
    // TSYNC applies it to running threads too.
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)) return errno;
    return 0;
}

#else

int standup_child_confine(void) { return ENOSYS; }

#endif
